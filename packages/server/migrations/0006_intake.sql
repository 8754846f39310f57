CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"title" text,
	"parts" integer,
	"uploaded_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_crops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"document_id" uuid,
	"page" integer,
	"media_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"comment_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"deal_id" text NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"page" integer,
	"sheet" text,
	"cell" text,
	"content" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "passages_deal_id_document_id_position_pk" PRIMARY KEY("deal_id","document_id","position")
);
--> statement-breakpoint
CREATE TABLE "vector_namespaces" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"embedding_model" text NOT NULL,
	"dimension" integer NOT NULL,
	"documents" integer NOT NULL,
	"passages" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deal_builds" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"attempt" integer NOT NULL,
	"taken_over" integer NOT NULL,
	"stage" text NOT NULL,
	"is_done" boolean NOT NULL,
	"problem" text,
	"started_by" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intake_conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"org_id" uuid,
	"deal_id" text NOT NULL,
	"status" text NOT NULL,
	"deal_name" text,
	"suggestion" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "intake_conversations_deal_id_unique" UNIQUE("deal_id")
);
--> statement-breakpoint
CREATE TABLE "deal_models" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"document_id" uuid,
	"sha256" text,
	"file_name" text,
	"deal_type" text,
	"formulas" integer NOT NULL,
	"computed" integer NOT NULL,
	"agreeing" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metric_sources" (
	"deal_id" text NOT NULL,
	"metric_key" text NOT NULL,
	"sheet" text NOT NULL,
	"cell" text NOT NULL,
	"scale" double precision NOT NULL,
	"chosen_by" uuid NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "metric_sources_deal_id_metric_key_pk" PRIMARY KEY("deal_id","metric_key")
);
--> statement-breakpoint
CREATE TABLE "model_overrides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"version" integer NOT NULL,
	"metric_key" text NOT NULL,
	"value" double precision NOT NULL,
	"before" jsonb NOT NULL,
	"applied_by" uuid NOT NULL,
	"applied_at" timestamp (3) with time zone NOT NULL,
	"reverted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ripple_previews" (
	"id" text PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"model_version" integer NOT NULL,
	"metric_key" text NOT NULL,
	"value" double precision NOT NULL,
	"after" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_crops" ADD CONSTRAINT "image_crops_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_crops" ADD CONSTRAINT "image_crops_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_deal_id_vector_namespaces_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."vector_namespaces"("deal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vector_namespaces" ADD CONSTRAINT "vector_namespaces_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_builds" ADD CONSTRAINT "deal_builds_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_conversations" ADD CONSTRAINT "intake_conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_conversations" ADD CONSTRAINT "intake_conversations_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_models" ADD CONSTRAINT "deal_models_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_models" ADD CONSTRAINT "deal_models_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_sources" ADD CONSTRAINT "metric_sources_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_sources" ADD CONSTRAINT "metric_sources_chosen_by_users_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_overrides" ADD CONSTRAINT "model_overrides_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_overrides" ADD CONSTRAINT "model_overrides_applied_by_users_id_fk" FOREIGN KEY ("applied_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ripple_previews" ADD CONSTRAINT "ripple_previews_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ripple_previews" ADD CONSTRAINT "ripple_previews_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_deal" ON "documents" USING btree ("deal_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_blob" ON "documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "image_crops_deal" ON "image_crops" USING btree ("deal_id","created_at","id");--> statement-breakpoint
CREATE INDEX "image_crops_blob" ON "image_crops" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "image_crops_comment" ON "image_crops" USING btree ("comment_id") WHERE "image_crops"."comment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "image_crops_unused" ON "image_crops" USING btree ("created_at") WHERE "image_crops"."comment_id" IS NULL;--> statement-breakpoint
CREATE INDEX "passages_findable" ON "passages" USING gin ((array_to_tsvector(ARRAY[' ' || md5(deal_id)]) || to_tsvector('simple', content)));--> statement-breakpoint
CREATE INDEX "deal_builds_unfinished" ON "deal_builds" USING btree ("is_done","updated_at");--> statement-breakpoint
CREATE INDEX "intake_conversations_owner" ON "intake_conversations" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "model_overrides_deal" ON "model_overrides" USING btree ("deal_id","version");--> statement-breakpoint
CREATE INDEX "ripple_previews_expires" ON "ripple_previews" USING btree ("expires_at");