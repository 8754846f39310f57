/** A line break would tear a mail's subject apart, a reordering mark would show another name, brackets would be a tag. */
export const unfitInNames = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]/u
