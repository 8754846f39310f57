import { arrayLambdaFunctions } from './array-lambda.ts'
import { arrayOrderFunctions } from './array-order.ts'
import { arrayShapeFunctions } from './array-shape.ts'
import { complexNumberFunctions } from './complex-numbers.ts'
import { conversionFunctions } from './conversion.ts'
import { databaseFunctions } from './database.ts'
import { dateFunctions } from './date.ts'
import type { FunctionDefinition, LazyFunction } from './definition.ts'
import { informationFunctions } from './information.ts'
import { logicalFunctions } from './logical.ts'
import { lookupFunctions } from './lookup.ts'
import { numberSystemFunctions } from './number-systems.ts'
import { referenceFunctions } from './reference.ts'
import { specialFunctions } from './special-functions.ts'
import { textChangeFunctions } from './text-changes.ts'
import { textCharacterFunctions } from './text-characters.ts'
import { textExpressionFunctions } from './text-expressions.ts'
import { textNumberFunctions } from './text-numbers.ts'
import { textPartFunctions } from './text-parts.ts'
import { textSplittingFunctions } from './text-splitting.ts'
import { workdayFunctions } from './workday.ts'

/** Functions of conditions, cells, arrays, dates, texts, records and measures. */
export const worksheetFamilies: readonly (readonly (FunctionDefinition | LazyFunction)[])[] = [
  logicalFunctions,
  informationFunctions,
  lookupFunctions,
  referenceFunctions,
  arrayShapeFunctions,
  arrayOrderFunctions,
  arrayLambdaFunctions,
  dateFunctions,
  workdayFunctions,
  textPartFunctions,
  textChangeFunctions,
  textCharacterFunctions,
  textNumberFunctions,
  textSplittingFunctions,
  textExpressionFunctions,
  databaseFunctions,
  numberSystemFunctions,
  conversionFunctions,
  complexNumberFunctions,
  specialFunctions,
]
