import { defineScript } from '../redis/redis.ts'

/**
 * Each script is one atomic step over keys of one deal. KEYS[1] and KEYS[2] are the indexes of a kind: its ids and
 * their expiry times. An entry expires by itself; the next script that runs removes it from the indexes.
 */
const common = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ids, expiry = KEYS[1], KEYS[2]

local function whole(number)
  return string.format('%.0f', number)
end

-- In batches, so that no call pays for a thousand expired entries of others. The indexes live as long as their last entry.
local function tidy()
  local gone = redis.call('ZRANGEBYSCORE', expiry, '-inf', '(' .. whole(now), 'LIMIT', 0, 200)
  if #gone > 0 then
    redis.call('ZREM', ids, unpack(gone))
    redis.call('ZREM', expiry, unpack(gone))
  end
  local last = redis.call('ZRANGE', expiry, -1, -1, 'WITHSCORES')[2]
  if last == 'inf' then
    redis.call('PERSIST', ids)
    redis.call('PERSIST', expiry)
  elseif last then
    redis.call('PEXPIREAT', ids, last)
    redis.call('PEXPIREAT', expiry, last)
  end
end

local function keep(entry, id, ttl)
  local at = '+inf'
  if ttl == '' then
    redis.call('PERSIST', entry)
  else
    at = whole(now + ttl)
    redis.call('PEXPIREAT', entry, at)
  end
  redis.call('ZADD', ids, 0, id)
  redis.call('ZADD', expiry, at, id)
  tidy()
end

local function remove(entry, id)
  redis.call('ZREM', ids, id)
  redis.call('ZREM', expiry, id)
  return redis.call('UNLINK', entry)
end

-- Rises with the clock, so that a version does not come back after a deletion.
local function write(entry, id, value, ttl)
  local before = redis.call('HGET', entry, 'version') or 0
  local version = whole(math.max(before + 1, time[1] * 1000000 + time[2]))
  redis.call('DEL', entry)
  redis.call('HSET', entry, 'value', value, 'version', version)
  keep(entry, id, ttl)
  return version
end
`

const define = (text: string) => defineScript(common + text)

/** entry; id, value, ttl */
export const setScript = define(`
return write(KEYS[3], ARGV[1], ARGV[2], ARGV[3])
`)

/** entry; id, value, ttl, expected version or empty */
export const compareAndSetScript = define(`
if (redis.call('HGET', KEYS[3], 'version') or '') ~= ARGV[4] then return false end
return write(KEYS[3], ARGV[1], ARGV[2], ARGV[3])
`)

/** entry; id */
export const deleteScript = define(`
local found = remove(KEYS[3], ARGV[1])
tidy()
return found
`)

/** entry; id, ttl */
export const touchScript = define(`
if redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
keep(KEYS[3], ARGV[1], ARGV[2])
return 1
`)

/** ; '-' or '(' and the id to start after, limit */
export const listIdsScript = define(`
tidy()
return redis.call('ZRANGEBYLEX', ids, ARGV[1], '+', 'LIMIT', 0, ARGV[2])
`)

/**
 * For several kinds: KEYS are their indexes in pairs. Limit, the pair to start at, '-' or '(' and the id to start after
 * there
 */
export const listKindsScript = define(`
local room, first, listed = tonumber(ARGV[1]), tonumber(ARGV[2]), {}
for pair = first, #KEYS / 2 do
  local from = pair == first and ARGV[3] or '-'
  local found = redis.call('ZRANGEBYLEX', KEYS[pair * 2 - 1], from, '+', 'LIMIT', 0, room)
  listed[#listed + 1] = found
  room = room - #found
  if room == 0 then break end
end
return listed
`)

/**
 * For several kinds: KEYS are their indexes in pairs, then entries. The number of pairs, then pair and id of each entry
 */
export const deleteListedScript = define(`
local pairsOfKeys, found = tonumber(ARGV[1]), {}
for pair = 1, pairsOfKeys do found[pair] = 0 end
for place = 1, #KEYS - pairsOfKeys * 2 do
  local pair = tonumber(ARGV[place * 2])
  ids, expiry = KEYS[pair * 2 - 1], KEYS[pair * 2]
  found[pair] = found[pair] + remove(KEYS[pairsOfKeys * 2 + place], ARGV[place * 2 + 1])
end
for pair = 1, pairsOfKeys do
  ids, expiry = KEYS[pair * 2 - 1], KEYS[pair * 2]
  tidy()
end
return found
`)

/** Not for one kind: KEYS are the expiry indexes of all kinds. */
export const countScript = define(`
local counts = {}
for place, index in ipairs(KEYS) do counts[place] = redis.call('ZCOUNT', index, whole(now), '+inf') end
return counts
`)

/** How long the last fence is remembered: much longer than a number can be in transit. */
const fenceMemoryMs = 600_000

/** entry, fence; id, holder, ttl, a new fence or empty */
export const acquireScript = define(`
local entry, mark = KEYS[3], KEYS[4]
local held = redis.call('HMGET', entry, 'version', 'holder')
if held[1] then
  if held[2] ~= ARGV[2] then return {'held'} end
  keep(entry, ARGV[1], ARGV[3])
  return {'granted', held[1]}
end
if ARGV[4] == '' then return {'free'} end
-- A number that was long on its way may have been overtaken by a later one.
if tonumber(redis.call('GET', mark) or 0) >= tonumber(ARGV[4]) then return {'overtaken'} end
redis.call('SET', mark, ARGV[4], 'PX', ${fenceMemoryMs})
redis.call('HSET', entry, 'version', ARGV[4], 'holder', ARGV[2])
keep(entry, ARGV[1], ARGV[3])
return {'granted', ARGV[4]}
`)

/** entry; id, holder, ttl */
export const renewScript = define(`
if redis.call('HGET', KEYS[3], 'holder') ~= ARGV[2] then return 0 end
keep(KEYS[3], ARGV[1], ARGV[3])
return 1
`)

/** entry; id, holder */
export const releaseScript = define(`
if redis.call('HGET', KEYS[3], 'holder') ~= ARGV[2] then return 0 end
local found = remove(KEYS[3], ARGV[1])
tidy()
return found
`)
