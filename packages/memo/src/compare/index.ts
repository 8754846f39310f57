export { type CompareBudget, compareTexts, newCompareBudget, type TextPart } from './compare-texts.ts'
