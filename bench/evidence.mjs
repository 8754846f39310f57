// Measures how often the passage that answers a question is among the top five results: with full-text search, with
// vector similarity, and with both combined, over the demo's documents and workbooks, on the embedded database.
//
//   node bench/evidence.mjs   (EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_KEY select an embeddings endpoint)
import { fileURLToPath } from 'node:url'
import { printFacts } from '@deal-canvas/proof/server'
import { methods, openSearchableDeal } from './documents/searchable-deal.mjs'

const files = [
  'riverside.xlsx',
  'riverside-offering-memo.pdf',
  'riverside-site-visit.md',
  'helios.xlsx',
  'helios-management-presentation.docx',
  'helios-lender-call.md',
  'harbor.xlsx',
  'harbor-lease-abstracts.md',
]

/** Questions with the wording of their answers. All documents are in one deal, which is harder than separate deals. */
const questions = [
  ['How many units does the community have?', '212 units'],
  ['When did the property open?', 'opened in 2009'],
  ['How old are the roofs?', 'roofs are original'],
  ['When were the boilers replaced?', 'Boilers were replaced in 2021'],
  ['What do immediate repairs cost?', 'immediate repairs of $186,000'],
  ['By when does the seller want to close?', 'expects to close by'],
  ['What rent premium do renovated units get?', '$210 more a month'],
  ['How much are property taxes?', 'Real estate taxes are'],
  ['Can somebody build next to the property?', 'flood plain'],
  ['Which interest rate did the lender quote?', '5.35%'],
  ['What does the contractor charge for a unit?', '$14,500 a unit'],
  ['Is there any water damage?', 'water marks'],
  ['Which occupied unit pays no rent?', 'member of staff'],
  ['What is under construction across the river?', 'across the river'],
  ['Who founded Helios?', 'two grid engineers'],
  ['How much of the revenue recurs?', 'revenue is recurring'],
  ['Who is the largest customer?', 'Sunvalley Utilities'],
  ['What were the add-backs to EBITDA?', 'add-backs of'],
  ['How many technicians work there?', '455'],
  ['How long do contracts run?', 'three to seven years'],
  ['What are the terms of the senior loan?', 'Senior term loan'],
  ['How much of the free cash flow is swept?', 'is swept'],
  ['Does anybody offer a hedge?', 'offer to hedge'],
  ['Who has to restore the depot?', 'restore the Fresno depot'],
  ['When does the lease of Meridian Insurance end?', '30 June 2031'],
  ['Can the Port Authority leave early?', 'may leave at the end of 2028'],
  ['How long do the leases run on average?', 'weighted average lease term'],
  ['What does the broker say about market rents of the offices?', 'broker puts the market'],
  ['Who shares the garage?', 'shared with the hotel'],
  ['What drives the growth of margins?', 'routing of crews'],
]

const deal = await openSearchableDeal(
  files.map((name) => fileURLToPath(new URL(`../packages/server/demo/${name}`, import.meta.url))),
)
try {
  printFacts()
  console.log(`${questions.length} questions over ${deal.passages} passages, vectors of ${deal.model}\n`)
  console.log('| found by | recall at 5 | first | ms a question |\n|---|---|---|---|')
  for (const [name, by] of Object.entries(methods)) {
    let [found, first] = [0, 0]
    const missed = []
    const begun = performance.now()
    for (const [question, says] of questions) {
      const { passages } = await deal.find(question, 5, by)
      const at = passages.findIndex(({ content }) => content.includes(says))
      if (at >= 0) found += 1
      else missed.push(question)
      if (at === 0) first += 1
    }
    const ms = (performance.now() - begun) / questions.length
    const share = (count) => `${count} of ${questions.length} (${((100 * count) / questions.length).toFixed(0)} %)`
    console.log(`| ${name} | ${share(found)} | ${share(first)} | ${ms.toFixed(1)} |`)
    if (by.length === 2 && missed.length > 0) console.log(`\nNot among the first five: ${missed.join(' ')}`)
  }
} finally {
  await deal.close()
}
