import { accruedInterestFunctions } from './accrued-interest.ts'
import { aggregationFunctions } from './aggregation.ts'
import { annuityFunctions } from './annuities.ts'
import { arithmeticFunctions } from './arithmetic.ts'
import { betaDistributionFunctions } from './beta-distributions.ts'
import { bondFunctions } from './bonds.ts'
import { cashFlowFunctions } from './cash-flows.ts'
import { combinatoricFunctions } from './combinatorics.ts'
import { conditionalFunctions } from './conditional.ts'
import { couponFunctions } from './coupons.ts'
import type { FunctionDefinition } from './definition.ts'
import { depreciationFunctions } from './depreciation.ts'
import { discountSecurityFunctions } from './discount-securities.ts'
import { discreteDistributionFunctions } from './discrete-distributions.ts'
import { dispersionFunctions } from './dispersion.ts'
import { frenchDepreciationFunctions } from './french-depreciation.ts'
import { gammaDistributionFunctions } from './gamma-distributions.ts'
import { interestRateFunctions } from './interest-rates.ts'
import { matrixFunctions } from './matrices.ts'
import { multipleRegressionFunctions } from './multiple-regression.ts'
import { normalDistributionFunctions } from './normal-distributions.ts'
import { numeralFunctions } from './numerals.ts'
import { oddBondFunctions } from './odd-bonds.ts'
import { randomFunctions } from './random.ts'
import { rankingFunctions } from './ranking.ts'
import { regressionFunctions } from './regression.ts'
import { roundingFunctions } from './rounding.ts'
import { significanceTestFunctions } from './significance-tests.ts'
import { subtotalFunctions } from './subtotals.ts'
import { sumOfProductFunctions } from './sums-of-products.ts'
import { trigonometryFunctions } from './trigonometry.ts'

/** Functions of numbers: arithmetic, aggregation, statistics, finance. */
export const numericFamilies: readonly (readonly FunctionDefinition[])[] = [
  arithmeticFunctions,
  roundingFunctions,
  trigonometryFunctions,
  combinatoricFunctions,
  numeralFunctions,
  randomFunctions,
  matrixFunctions,
  sumOfProductFunctions,
  aggregationFunctions,
  subtotalFunctions,
  conditionalFunctions,
  dispersionFunctions,
  rankingFunctions,
  regressionFunctions,
  multipleRegressionFunctions,
  normalDistributionFunctions,
  gammaDistributionFunctions,
  betaDistributionFunctions,
  discreteDistributionFunctions,
  significanceTestFunctions,
  annuityFunctions,
  cashFlowFunctions,
  interestRateFunctions,
  depreciationFunctions,
  couponFunctions,
  bondFunctions,
  discountSecurityFunctions,
  accruedInterestFunctions,
  oddBondFunctions,
  frenchDepreciationFunctions,
]
