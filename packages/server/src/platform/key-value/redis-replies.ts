/** What the server answers has no type; what is not as expected is taken as nothing. */
export const list = (reply: unknown): unknown[] => (Array.isArray(reply) ? reply : [])
export const texts = (reply: unknown): string[] => list(reply).map(String)
