export { createReadMaterial } from './read-material.ts'
