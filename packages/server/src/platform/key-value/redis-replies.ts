/** Server replies are untyped; an unexpected reply is treated as empty. */
export const list = (reply: unknown): unknown[] => (Array.isArray(reply) ? reply : [])
export const texts = (reply: unknown): string[] => list(reply).map(String)
