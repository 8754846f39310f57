ALTER TABLE "comment_revisions" ADD COLUMN "size" integer GENERATED ALWAYS AS (octet_length(content)) STORED;--> statement-breakpoint
ALTER TABLE "comment_revisions" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
ALTER TABLE "section_versions" ADD COLUMN "size" integer GENERATED ALWAYS AS (octet_length(title) + octet_length(content)) STORED;--> statement-breakpoint
ALTER TABLE "section_versions" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
-- Written by hand: every version of a text stays, so it counts against the quota of its deal's owner as files do.
UPDATE section_versions SET charged_to = storage_owner(deal_id);--> statement-breakpoint
UPDATE comment_revisions r SET charged_to = storage_owner(c.deal_id) FROM comments c WHERE c.id = r.comment_id;--> statement-breakpoint
INSERT INTO storage_usage AS u (owner_id, bytes)
  SELECT charged_to, sum(size) FROM (
    SELECT charged_to, size FROM section_versions UNION ALL SELECT charged_to, size FROM comment_revisions
  ) texts WHERE charged_to IS NOT NULL GROUP BY charged_to
  ON CONFLICT (owner_id) DO UPDATE SET bytes = u.bytes + excluded.bytes;--> statement-breakpoint
CREATE FUNCTION revision_is_charged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.charged_to := storage_owner((SELECT deal_id FROM comments WHERE id = NEW.comment_id));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION storage_follows_deals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner uuid := storage_owner(NEW.id);
BEGIN
  UPDATE documents SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE image_crops SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE section_versions SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE comment_revisions r SET charged_to = owner FROM comments c
    WHERE c.deal_id = NEW.id AND r.comment_id = c.id AND r.charged_to IS DISTINCT FROM owner;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER section_versions_charged BEFORE INSERT ON section_versions
  FOR EACH ROW EXECUTE FUNCTION storage_is_charged();--> statement-breakpoint
CREATE TRIGGER comment_revisions_charged BEFORE INSERT ON comment_revisions
  FOR EACH ROW EXECUTE FUNCTION revision_is_charged();--> statement-breakpoint
CREATE TRIGGER section_versions_storage AFTER INSERT OR DELETE OR UPDATE OF charged_to, title, content ON section_versions
  FOR EACH ROW EXECUTE FUNCTION storage_follows_files();--> statement-breakpoint
CREATE TRIGGER comment_revisions_storage AFTER INSERT OR DELETE OR UPDATE OF charged_to, content ON comment_revisions
  FOR EACH ROW EXECUTE FUNCTION storage_follows_files();--> statement-breakpoint
-- A name that somebody had is remembered once, however often they return to it.
DELETE FROM security_events e USING security_events earlier
  WHERE e.kind = 'profile_changed' AND earlier.kind = e.kind AND earlier.user_id = e.user_id AND earlier.data = e.data
    AND (earlier.at, earlier.id) < (e.at, e.id);--> statement-breakpoint
CREATE OR REPLACE FUNCTION remember_former_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE former jsonb := jsonb_build_object('display_name', OLD.display_name, 'first_name', OLD.first_name,
  'last_name', OLD.last_name, 'avatar_url', OLD.avatar_url);
BEGIN
  INSERT INTO security_events (id, user_id, kind, data, at)
    SELECT gen_random_uuid(), OLD.id, 'profile_changed', former, now()
    WHERE NOT EXISTS (
      SELECT FROM security_events e WHERE e.user_id = OLD.id AND e.kind = 'profile_changed' AND e.data = former
    );
  RETURN NULL;
END $$;
