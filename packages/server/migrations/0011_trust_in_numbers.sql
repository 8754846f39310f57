CREATE TABLE "pending_embeddings" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "metric_key" text;--> statement-breakpoint
ALTER TABLE "deal_models" ADD COLUMN "uncached" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_models" ADD COLUMN "frozen" jsonb;--> statement-breakpoint
ALTER TABLE "model_overrides" ADD COLUMN "workbook_value" double precision;--> statement-breakpoint
ALTER TABLE "model_overrides" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "pending_embeddings" ADD CONSTRAINT "pending_embeddings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_embeddings" ADD CONSTRAINT "pending_embeddings_deal_id_vector_namespaces_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."vector_namespaces"("deal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_embeddings_due" ON "pending_embeddings" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "pending_embeddings_deal" ON "pending_embeddings" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "comments_metric" ON "comments" USING btree ("deal_id","metric_key","created_at","id") WHERE "comments"."metric_key" IS NOT NULL AND "comments"."deleted_at" IS NULL;--> statement-breakpoint
UPDATE "model_overrides" AS o SET "workbook_value" = (
  SELECT (f."before" ->> f."metric_key")::double precision FROM "model_overrides" AS f
  WHERE f."deal_id" = o."deal_id" AND f."metric_key" = o."metric_key" AND f."reverted_at" IS NULL
  ORDER BY f."version" LIMIT 1
) WHERE o."reverted_at" IS NULL;
