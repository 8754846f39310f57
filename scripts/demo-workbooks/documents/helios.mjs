export const managementPresentation = {
  title: 'Helios Field Services: management presentation',
  sections: [
    {
      heading: 'Who we are',
      paragraphs: [
        'Helios maintains solar parks and storage for utilities in four states. It was founded by two grid engineers, who keep their shares of $20.0 million in the company.',
        'Contracts run for three to seven years. 68% of revenue is recurring; the rest is repair and repowering.',
      ],
    },
    {
      heading: 'Figures',
      paragraphs: [
        'Revenue of the last twelve months was $142.0 million, up 8.0%. Adjusted EBITDA was $25.2 million after add-backs of $2.9 million, of which $1.45 million is the cost of leaving the Fresno depot.',
        'Capital expenditures were $4.1 million, most of it for vehicles and test equipment.',
      ],
      rows: [
        ['Year', 'Revenue', 'Technicians'],
        ['2024', '$121.7 million', '388'],
        ['2025', '$131.5 million', '421'],
        ['2026', '$142.0 million', '455'],
      ],
    },
    {
      heading: 'Customers',
      paragraphs: [
        'The largest customer, Sunvalley Utilities, is 14.0% of revenue; the ten largest are 46.0%. No customer of the last five years was lost to a competitor. Sunvalley tenders again in two years.',
      ],
    },
    {
      heading: 'Plan',
      paragraphs: [
        'We expect revenue to grow 8% a year and the EBITDA margin to reach 19.5% in five years, from routing of crews by software, from contracts with an index on wages and from spare parts bought together.',
      ],
    },
  ],
}

export const lenderNotes = {
  title: 'Helios: notes of the call with the lenders',
  sections: [
    {
      heading: 'Terms',
      paragraphs: [
        'Senior term loan of $100.8 million and subordinated notes of $25.2 million, together 5.0x adjusted EBITDA. The blended rate is 9.5%. Mandatory amortization is $1.26 million a year and half of free cash flow is swept.',
        'The lenders offer to hedge half of the senior debt for three years. Fees come to $3.15 million.',
      ],
    },
    {
      heading: 'Questions they asked',
      paragraphs: [
        'Who carries the duty to restore the Fresno depot? What is the case without Sunvalley? Both go to the model before committee.',
      ],
    },
  ],
}
