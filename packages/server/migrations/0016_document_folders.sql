ALTER TABLE "documents" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "parent_id" uuid;