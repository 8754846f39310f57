DROP INDEX "comment_replies_words";--> statement-breakpoint
DROP INDEX "comments_words";--> statement-breakpoint
ALTER TABLE "comment_replies" ADD COLUMN "deal_id" text;--> statement-breakpoint
UPDATE comment_replies r SET deal_id = c.deal_id FROM comments c WHERE c.id = r.comment_id;--> statement-breakpoint
ALTER TABLE "comment_replies" ALTER COLUMN "deal_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "journal_heads" ADD COLUMN "comments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "journal_heads" ADD COLUMN "open_comments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "journal_heads" ADD COLUMN "open_blockers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "comment_replies_findable" ON "comment_replies" USING gin ((array_to_tsvector(ARRAY[' ' || md5(deal_id)] || mentioned::text[]) || to_tsvector('simple', content)));--> statement-breakpoint
CREATE INDEX "org_members_administrators" ON "org_members" USING btree ("org_id") WHERE "org_members"."role" IN ('owner', 'admin');--> statement-breakpoint
CREATE INDEX "comments_findable" ON "comments" USING gin ((array_to_tsvector(ARRAY[' ' || md5(deal_id)] || mentioned::text[]) || to_tsvector('simple', content)));--> statement-breakpoint
UPDATE journal_heads h SET comments = c.listed, open_comments = c.open, open_blockers = c.blockers
  FROM (
    SELECT deal_id, count(*) AS listed, count(*) FILTER (WHERE status = 'open') AS open,
      count(*) FILTER (WHERE status = 'open' AND comment_type = 'blocker') AS blockers
    FROM comments WHERE deleted_at IS NULL GROUP BY deal_id
  ) c WHERE c.deal_id = h.deal_id;--> statement-breakpoint
-- Whoever changes a comment holds the head of its deal already, so that the counts wait for nobody.
CREATE FUNCTION count_comment(deal text, type text, state text, deleted timestamptz, step integer) RETURNS void LANGUAGE sql AS $$
  UPDATE journal_heads SET comments = comments + step,
    open_comments = open_comments + CASE WHEN state = 'open' THEN step ELSE 0 END,
    open_blockers = open_blockers + CASE WHEN state = 'open' AND type = 'blocker' THEN step ELSE 0 END
  WHERE deal_id = deal AND deleted IS NULL
$$;--> statement-breakpoint
CREATE FUNCTION counts_follow_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM count_comment(OLD.deal_id, OLD.comment_type, OLD.status, OLD.deleted_at, -1);
  END IF;
  PERFORM count_comment(NEW.deal_id, NEW.comment_type, NEW.status, NEW.deleted_at, 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER comments_counted AFTER INSERT OR UPDATE OF status, comment_type, deleted_at ON comments
  FOR EACH ROW EXECUTE FUNCTION counts_follow_comments();
