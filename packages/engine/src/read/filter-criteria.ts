const criteria = new Set(['filters', 'customFilters', 'dynamicFilter', 'top10', 'colorFilter', 'iconFilter'])

/** Whether an element of a filter chooses rows: a column whose button is only hidden has none. */
export const isCriterion = (name: string): boolean => criteria.has(name)
