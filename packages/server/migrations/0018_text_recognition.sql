ALTER TABLE "documents" ADD COLUMN "ocr_pages" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_read" integer;