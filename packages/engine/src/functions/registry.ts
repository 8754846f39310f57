import type { FunctionDefinition, LazyFunction } from './definition.ts'
import { numericFamilies } from './numeric-families.ts'
import { worksheetFamilies } from './worksheet-families.ts'

/** Any function of the library. */
export type CallableFunction = (FunctionDefinition & { readonly lazy: false }) | LazyFunction

const families: readonly (readonly (FunctionDefinition | LazyFunction)[])[] = [...numericFamilies, ...worksheetFamilies]

const byName = new Map<string, CallableFunction>(
  families
    .flat()
    .map((definition) => [
      definition.name,
      'lazy' in definition ? definition : { ...definition, lazy: false as const },
    ]),
)

/** The function of an upper-case name; undefined for Excel's #NAME?. */
export const functionNamed = (name: string): CallableFunction | undefined => byName.get(name)
