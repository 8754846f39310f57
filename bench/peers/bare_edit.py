# The SQL of an edit and nothing else, as a team would write it with FastAPI and asyncpg: no sign-in, no role, no limit,
# no signature, no event; each statement waited for (asyncpg prepares them by itself).
#
#   DATABASE_URL=postgres://... PORT=... /usr/bin/python3 bench/peers/bare_edit.py
import json
import os
import uuid
from contextlib import suppress
from datetime import datetime, timezone
from typing import List, Optional

import asyncpg
import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()


class Edit(BaseModel):
    content: str
    mentioned_user_ids: Optional[List[uuid.UUID]] = None


@app.on_event("startup")
async def open_pool():
    app.state.pool = await asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=20, max_size=20)
    print("The peer is ready", flush=True)


@app.put("/api/canvas/{deal_id}/comments/{comment_id}")
async def edit(deal_id: str, comment_id: uuid.UUID, body: Edit):
    async with app.state.pool.acquire() as connection, connection.transaction():
        head = await connection.fetchrow("SELECT seq, hash FROM journal_heads WHERE deal_id = $1 FOR UPDATE", deal_id)
        comment = await connection.fetchrow(
            """SELECT c.*, u.display_name AS author_name, u.avatar_url AS author_avatar_url
            FROM comments c JOIN users u ON u.id = c.author_id
            WHERE c.id = $1 AND c.deal_id = $2 AND c.deleted_at IS NULL FOR UPDATE OF c""",
            comment_id,
            deal_id,
        )
        if head is None or comment is None:
            raise HTTPException(404, "There is no such comment")
        at, version, seq = datetime.now(timezone.utc), comment["version"] + 1, head["seq"] + 1
        mentioned = comment["mentioned"] if body.mentioned_user_ids is None else body.mentioned_user_ids
        await connection.execute(
            "INSERT INTO comment_revisions (comment_id, version, content, at) VALUES ($1, $2, $3, $4)",
            comment_id,
            comment["version"],
            comment["content"],
            comment["edited_at"] or comment["created_at"],
        )
        await connection.execute(
            "UPDATE comments SET content = $1, mentioned = $2, version = $3, edited_at = $4, updated_at = $4 WHERE id = $5",
            body.content,
            mentioned,
            version,
            at,
            comment_id,
        )
        digits = str(seq).rjust(64, "0")
        await connection.execute(
            """INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
            VALUES ($1, $2, $3, 'activity', 'comment.edited', $4, false, $5, $6, $7, $8, $9, $10)""",
            deal_id,
            seq,
            at,
            comment["author_id"],
            json.dumps({"comment_id": str(comment_id), "version": version}),
            digits[-22:],
            digits,
            head["hash"],
            digits,
            digits.ljust(86, "0"),
        )
        await connection.execute(
            "UPDATE journal_heads SET seq = $1, hash = $2, last_at = $3, activity = activity + 1 WHERE deal_id = $4",
            seq,
            digits,
            at,
            deal_id,
        )
        for user_id in [one for one in mentioned if one not in comment["mentioned"]]:
            number = await connection.fetchval(
                """INSERT INTO notification_heads (user_id, seq) VALUES ($1, 1)
                ON CONFLICT (user_id) DO UPDATE SET seq = notification_heads.seq + 1 RETURNING seq""",
                user_id,
            )
            await connection.execute(
                """INSERT INTO notification_counters (user_id, deal_id, unread) VALUES ($1, $2, 1)
                ON CONFLICT (user_id, deal_id) DO UPDATE SET unread = notification_counters.unread + 1""",
                user_id,
                deal_id,
            )
            await connection.execute(
                """INSERT INTO notifications (user_id, seq, id, deal_id, type, comment_id, section_key, actor_id, snippet, created_at)
                VALUES ($1, $2, $3, $4, 'mention', $5, $6, $7, $8, $9)""",
                user_id,
                number,
                uuid.uuid4(),
                deal_id,
                comment_id,
                comment["section_key"],
                comment["author_id"],
                body.content[:140],
                at,
            )
    return {
        **comment,
        "content": body.content,
        "mentioned": mentioned,
        "version": version,
        "edited_at": at,
        "updated_at": at,
    }


with suppress(KeyboardInterrupt):
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning", access_log=False)
