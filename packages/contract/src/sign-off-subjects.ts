/** What a sign-off is about. `other` is named by its label. */
export const signOffSubjects = ['model_review', 'legal', 'tax', 'insurance', 'compliance', 'lender', 'other'] as const
export type SignOffSubject = (typeof signOffSubjects)[number]
