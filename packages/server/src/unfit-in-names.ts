/**
 * Rejects characters unsafe in names: line breaks would break a mail subject, reordering marks would disguise a name,
 * and angle brackets would form a tag.
 */
export const unfitInNames = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]/u
