CREATE TABLE "digest_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL,
	"weekday" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"time_zone" text NOT NULL,
	"reasons" text[],
	"next_at" timestamp (3) with time zone,
	"next_day" text,
	"covered_seq" bigint NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"unsubscribe_id" uuid NOT NULL,
	"unsubscribe_key" "bytea" NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"period" text NOT NULL,
	"from_seq" bigint NOT NULL,
	"to_seq" bigint NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "digest_settings" ADD CONSTRAINT "digest_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "digest_settings_unsubscribe" ON "digest_settings" USING btree ("unsubscribe_id");--> statement-breakpoint
CREATE INDEX "digest_settings_due" ON "digest_settings" USING btree ("next_at") WHERE "digest_settings"."next_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "digests_period" ON "digests" USING btree ("user_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "digests_open" ON "digests" USING btree ("user_id") WHERE "digests"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "digests_due" ON "digests" USING btree ("due_at") WHERE "digests"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "digests_ended" ON "digests" USING btree ("created_at") WHERE "digests"."due_at" IS NULL;