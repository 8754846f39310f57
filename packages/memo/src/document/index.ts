export { memoSchema } from './memo-schema.ts'
export { readDocument } from './read-document.ts'
export { writeDocument } from './write-document.ts'
export { writeEdited } from './write-edited.ts'
