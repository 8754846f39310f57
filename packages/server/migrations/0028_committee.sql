CREATE TABLE "deal_committee" (
	"deal_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deal_committee_deal_id_user_id_pk" PRIMARY KEY("deal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "deal_conditions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"text" text NOT NULL,
	"owner_id" uuid,
	"due_on" text,
	"status" text NOT NULL,
	"reason" text,
	"decided_with" boolean NOT NULL,
	"version" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deal_votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"note" text,
	"salt" text NOT NULL,
	"note_salt" text NOT NULL,
	"memo_version" integer NOT NULL,
	"model_version" integer NOT NULL,
	"scenario_id" text NOT NULL,
	"scenario_version" integer NOT NULL,
	"cast_at" timestamp (3) with time zone NOT NULL,
	"is_latest" boolean NOT NULL,
	"asked_again" boolean DEFAULT false NOT NULL,
	"revealed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "ic_date" text;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "details_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "deal_committee" ADD CONSTRAINT "deal_committee_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_committee" ADD CONSTRAINT "deal_committee_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_conditions" ADD CONSTRAINT "deal_conditions_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_conditions" ADD CONSTRAINT "deal_conditions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_conditions" ADD CONSTRAINT "deal_conditions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_votes" ADD CONSTRAINT "deal_votes_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_votes" ADD CONSTRAINT "deal_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_committee_user" ON "deal_committee" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deal_conditions_deal" ON "deal_conditions" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "deal_conditions_owner" ON "deal_conditions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "deal_conditions_author" ON "deal_conditions" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "deal_votes_latest" ON "deal_votes" USING btree ("deal_id","user_id") WHERE "deal_votes"."is_latest";--> statement-breakpoint
CREATE INDEX "deal_votes_user" ON "deal_votes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_lead_id_users_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deals_lead" ON "deals" USING btree ("lead_id");