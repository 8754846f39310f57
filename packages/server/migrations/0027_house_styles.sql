CREATE TABLE "house_styles" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"accent" text NOT NULL,
	"paper" text NOT NULL,
	"footer" text,
	"logo" "bytea",
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deal_exports" ADD COLUMN "memo_version" integer;--> statement-breakpoint
ALTER TABLE "house_styles" ADD CONSTRAINT "house_styles_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;