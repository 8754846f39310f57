const criteria = new Set(['filters', 'customFilters', 'dynamicFilter', 'top10', 'colorFilter', 'iconFilter'])

/** True if a filter element selects rows: a column with only a hidden button has no such element. */
export const isCriterion = (name: string): boolean => criteria.has(name)
