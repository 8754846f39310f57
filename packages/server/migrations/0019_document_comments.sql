CREATE TABLE "comment_followings" (
	"document_id" uuid NOT NULL,
	"former_id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"cells_only" boolean NOT NULL,
	"demanded_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"after_time" timestamp (3) with time zone,
	"after_id" uuid,
	"anchored" integer NOT NULL,
	"moved" integer NOT NULL,
	"orphaned" integer NOT NULL,
	CONSTRAINT "comment_followings_document_id_former_id_pk" PRIMARY KEY("document_id","former_id")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "document_anchor" jsonb;--> statement-breakpoint
ALTER TABLE "comment_followings" ADD CONSTRAINT "comment_followings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_followings" ADD CONSTRAINT "comment_followings_former_id_documents_id_fk" FOREIGN KEY ("former_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_followings_former" ON "comment_followings" USING btree ("former_id");--> statement-breakpoint
CREATE INDEX "comment_followings_due" ON "comment_followings" USING btree ("deal_id","demanded_at") WHERE "comment_followings"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_document" ON "comments" USING btree ("deal_id","document_id","created_at","id") WHERE "comments"."document_id" IS NOT NULL AND "comments"."deleted_at" IS NULL;