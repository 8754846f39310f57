import { defineMessages } from '@deal-canvas/messages'

/** What the integrity checks report. Formulas are quoted as Excel shows them, cells as `Sheet!A1`. */
export const findingMessages = defineMessages('findings', {
  cells: '{cell} and {more, plural, one {# more cell} other {# more cells}}',
  question: 'Is {cell} the {name}? If so: {finding}',
  questionWithValue: 'Is {cell} ({value}) the {name}? If so: {finding}',

  brokenReference: '{formula} in {cells} refers to a deleted cell, sheet or name.',
  brokenReferencesOnSheet:
    '{formula} in {cell} and {more, plural, one {# more formula} other {# more formulas}} on this sheet refer to deleted cells, sheets or names.',
  brokenNames:
    '{count, plural, one {The defined name {name} refers} other {# defined names, such as {name}, refer}} to deleted cells.',
  errorValue: '{formula} in {cells} returns {error}.',
  errorValuesOnSheet:
    '{formula} in {cell} and {more, plural, one {# more formula} other {# more formulas}} on this sheet return {error}.',
  pastedError: '{error} was pasted as a value in {cells}.',
  staleValue:
    'The file stores {stored} in {cells}, but the formula gives {computed}. Recalculate and save the workbook.',
  externalLink:
    '{count, plural, one {# formula reads} other {# formulas read}} another workbook, which is not available, starting at {cell}.',
  externalLinkNamed:
    '{count, plural, one {# formula reads} other {# formulas read}} another workbook (link {link}), which is not available, starting at {cell}.',

  circularOwn: 'The formula in {cell} depends on itself.',
  circular: '{formulas, plural, one {# formula depends} other {# formulas depend}} on one another, starting at {cell}.',
  circularSeveral:
    '{formulas, plural, one {# formula forms} other {# formulas form}} {cycles, plural, one {# circular reference} other {# circular references}}, starting at {cell}.',
  circularNotIterated: 'Iterative calculation is off in the workbook.',
  circularInactive: 'A condition breaks the cycle at the current values.',
  circularWithSwitch: 'The workbook solves it by iteration and has a switch that breaks the cycle.',
  circularWithoutSwitch: 'The workbook solves it by iteration and has no switch that breaks the cycle.',

  inconsistentFormula: '{formula} in {cells} breaks the pattern of its neighbors, which would be {pattern}.',
  firstFormulaDiffers:
    'The row starts with {formula} in {cells}, which gives {value}. The rest of the row follows the pattern {pattern}, which would give {expected}.',
  lastFormulaDiffers:
    'The row ends with {formula} in {cells}, which gives {value}. The rest of the row follows the pattern {pattern}, which would give {expected}.',
  hardcoded: '{value} is hardcoded in {cells}, where the neighbors follow the pattern {pattern}.',
  embeddedConstant: '{formula} in {cells} contains the constant {value}. Move it to an input cell.',
  emptyReference: '{formula} in {cells} reads {target}, which is empty, although the cells on both sides hold numbers.',
  duplicatedCalculation:
    '{formula} is calculated {count, plural, one {# time} other {# times}} on this sheet, first in {cell}. Calculate it once and link to that cell.',
  approximateLookup:
    '{formula} in {cells} uses an approximate match, which returns the nearest entry if there is no exact one.',
  errorMask: '{formula} in {cells} replaces an error with zero or a blank.',
  volatileFunction: '{count, plural, one {# formula uses} other {# formulas use}} {name}, such as {formula} in {cell}.',
  nestedIfs: '{formula} in {cells} nests {depth, plural, one {# IF function} other {# IF functions}}.',
  longFormula: '{formula} in {cells} is {length, plural, one {# character} other {# characters}} long.',
  manySheets: '{formula} in {cells} reads from {sheets, plural, one {# sheet} other {# sheets}}.',
  hiddenSheet: 'The hidden sheet “{sheet}” feeds {count, plural, one {# visible formula} other {# visible formulas}}.',
  numberAsText: 'The number {value} is stored as text in {cells}.',

  sumLeavesOut: '{formula} in {cells} leaves out {next} ({value}).',
  doubleCount: '{formula} in {cells} adds both the subtotal in {subtotal} and the cells that make it up.',
  totalDiffers: 'The total in {cells} is {stored}, but its parts add up to {computed}.',
  typedTotalDiffers: 'The total typed in {cells} is {total}, but the numbers above it add up to {sum}.',
  crossFooting: 'The row totals add up to {rows} in {cell}, but the column totals add up to {columns}.',

  metricDiffers: '{name} is {a} in {placeA} but {b} in {placeB}.',
  metricScaleDiffers: '{name} is {a} in {placeA} but {b} in {placeB}, a factor of {factor}. Check the units.',
  derivedDiffers:
    '{name} is {stated} in {cell}, but {count, plural, one {{inputs} implies} other {{inputs} imply}} {computed}.',
  derivedInput: '{name} ({cell})',
  derivedInputs: '{first} and {second}',
  metricNegative: '{name} is {value} in {cell}, but it cannot be negative.',
  metricOutsideRange: '{name} is {value} in {cell}. The plausible range is {min} to {max}.',
  metricBelowRange: '{name} is {value} in {cell}. Plausible values are {min} or more.',
  noiJumps:
    'NOI grows {growth} in one year, from {from} to {to} in {cell}, but the model does not mention lease-up or construction.',
  typedPercentage: '“{label}” is {value} in {cells}, which means {shown}. Check whether {value}% was intended.',
  unitsAdded:
    '{formula} in {cells} adds {small} from {smallPlace} (stated in {smallUnit}) to {large} from {largePlace} (stated in {largeUnit}).',
  unitFull: 'full',
  unitThousands: 'thousands',
  unitLakhs: 'lakhs',
  unitMillions: 'millions',
  unitCrores: 'crores',
  unitBillions: 'billions',
  unitOther: 'another unit',

  sourcesDiffer: 'Sources are {sources} in {place} but uses are {uses} in {otherPlace}.',
  balanceSheetDiffers:
    'Total assets are {assets} in {place}, but liabilities and equity are {other} in {otherPlace}. {wrong} of {periods, plural, one {# period} other {# periods}} {wrong, plural, one {does} other {do}} not balance.',
  cashDiffers:
    'Ending cash is {cash} in {place}, but cash on the balance sheet is {other} in {otherPlace}. {wrong} of {periods, plural, one {# period} other {# periods}} {wrong, plural, one {differs} other {differ}}.',
  balanceNotCarried:
    '“{label}” is {opening} in {place}, but the previous period closed at {closing} in {otherPlace}. {wrong} of {periods, plural, one {# period} other {# periods}} {wrong, plural, one {differs} other {differ}}.',

  irrLeavesOut: '{formula} in {cell} leaves out the cash flow of {value} in {next}.',
  typedIrrDiffers: '“{label}” is typed as {stated} in {cell}, but “{flows}” in {place} gives {computed}.',
  returnDiffers: '{name} is {stated} in {cell}, but “{flows}” in {place} gives {computed}.',

  rentRollDuplicate:
    '{count, plural, one {Unit {unit} is} other {# units, such as {unit}, are}} listed more than once in the rent roll, starting at {cell}.',
  rentRollUnpaid:
    '{count, plural, one {# occupied unit has} other {# occupied units have}} no rent, starting at {cell}.',
  rentRollTotal: 'The rents in the rent roll add up to {sum}, but the total in {cell} is {total}.',
  rentRollUnits:
    'The rent roll lists {units, plural, one {# unit} other {# units}}, but the model states {stated} in {cell}.',

  scenarioWritten: '“{label}” is set to “{scenario}” in {cell}, which is not the base case.',
  scenarioNumbered:
    'The scenario selector in {cell} is set to {live} (“{scenario}”). The base case is {base} (“{baseScenario}”).',
  signPositive: 'positive',
  signNegative: 'negative',
  signFlips: '“{label}” is {sign} in {cells} but {usual} in its other {rest, plural, one {# value} other {# values}}.',
  signTurnsTyped:
    '“{label}” is {was} in the {past, plural, one {# typed period} other {# typed periods}} but {is} in the {future, plural, one {# calculated period} other {# calculated periods}}, starting at {cell}.',
  signTurnsProjected:
    '“{label}” is {was} in the first {past, plural, one {period} other {# periods}} but {is} in the {future, plural, one {# projected period} other {# projected periods}}, starting at {cell}.',
  signDiffers:
    '“{label}” is {is} in {cell}, while the {others, plural, one {# cost line} other {# cost lines}} around it are {are}.',
  timelineSkips: 'The {period} timeline skips a period before {cell}.',
  timelineRepeats: 'The {period} timeline repeats a period at {cell}.',
  periodMonthly: 'monthly',
  periodQuarterly: 'quarterly',
  periodSemiannual: 'semiannual',
  periodAnnual: 'annual',
  modelCheckFails: 'The model’s own check “{label}” shows {value} in {cells}.',
  noModelChecks: 'The model has no row or sheet of checks.',
})
