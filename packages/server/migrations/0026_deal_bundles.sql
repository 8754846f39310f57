CREATE TABLE "deal_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"requested_by" uuid NOT NULL,
	"org_id" uuid,
	"deal_id" text NOT NULL,
	"status" text NOT NULL,
	"progress" double precision NOT NULL,
	"problem" text,
	"fingerprint" text NOT NULL,
	"sha256" text,
	"size" bigint NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deal_origins" (
	"deal_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"public_key" text NOT NULL,
	"upgrade" jsonb,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by" uuid NOT NULL,
	CONSTRAINT "deal_origins_deal_id_seq_pk" PRIMARY KEY("deal_id","seq")
);
--> statement-breakpoint
CREATE TABLE "imported_people" (
	"deal_id" text NOT NULL,
	"foreign_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "imported_people_deal_id_foreign_id_pk" PRIMARY KEY("deal_id","foreign_id")
);
--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "signed_actor_id" uuid;--> statement-breakpoint
ALTER TABLE "deal_imports" ADD CONSTRAINT "deal_imports_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_imports" ADD CONSTRAINT "deal_imports_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_origins" ADD CONSTRAINT "deal_origins_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_origins" ADD CONSTRAINT "deal_origins_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_people" ADD CONSTRAINT "imported_people_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_people" ADD CONSTRAINT "imported_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_imports_person" ON "deal_imports" USING btree ("requested_by","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_imports_due" ON "deal_imports" USING btree ("due_at") WHERE "deal_imports"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deal_imports_blob" ON "deal_imports" USING btree ("sha256") WHERE "deal_imports"."sha256" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deal_imports_oldest" ON "deal_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deal_origins_importer" ON "deal_origins" USING btree ("imported_by");--> statement-breakpoint
CREATE INDEX "imported_people_user" ON "imported_people" USING btree ("user_id");