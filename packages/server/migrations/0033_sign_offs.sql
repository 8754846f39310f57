CREATE TABLE "deal_sign_offs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"subject" text NOT NULL,
	"label" text,
	"assignee_id" uuid NOT NULL,
	"due_on" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"signed_at" timestamp (3) with time zone,
	"memo_version" integer,
	"model_version" integer,
	"scenario_id" text,
	"scenario_version" integer,
	"salt" text,
	"note" text,
	"asked_again_at" timestamp (3) with time zone,
	CONSTRAINT "deal_sign_offs_whole" CHECK (num_nonnulls("deal_sign_offs"."signed_at", "deal_sign_offs"."memo_version", "deal_sign_offs"."model_version", "deal_sign_offs"."scenario_id",
        "deal_sign_offs"."scenario_version", "deal_sign_offs"."salt") IN (0, 6)
        AND ("deal_sign_offs"."signed_at" IS NOT NULL OR ("deal_sign_offs"."note" IS NULL AND "deal_sign_offs"."asked_again_at" IS NULL)))
);
--> statement-breakpoint
ALTER TABLE "deal_sign_offs" ADD CONSTRAINT "deal_sign_offs_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_sign_offs" ADD CONSTRAINT "deal_sign_offs_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_sign_offs" ADD CONSTRAINT "deal_sign_offs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_sign_offs_deal" ON "deal_sign_offs" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "deal_sign_offs_assignee" ON "deal_sign_offs" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "deal_sign_offs_author" ON "deal_sign_offs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "scenarios_proposed" ON "scenarios" USING btree ("deal_id") WHERE "scenarios"."proposed_at" IS NOT NULL;