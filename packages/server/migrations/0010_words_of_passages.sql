DROP INDEX "passages_findable";--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "findable" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(ARRAY[' ' || md5(deal_id)]) || to_tsvector('simple', content)) STORED;--> statement-breakpoint
CREATE INDEX "passages_found_by" ON "passages" USING gin ("findable");