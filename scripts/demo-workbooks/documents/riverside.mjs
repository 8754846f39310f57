export const offeringMemo = {
  title: 'Riverside Apartments - Offering Memorandum',
  sections: [
    {
      heading: 'The offering',
      paragraphs: [
        'Calder Brokerage offers Riverside Apartments, a garden community of 212 units on the river walk, at a guidance price of $48,500,000. That is about $228,774 a unit. The property has 186,400 rentable square feet in nine three-storey buildings and was opened in 2009.',
        'The hospital district is ten minutes away by bus and adds jobs every year. Nobody can build on the flood plain beside the property while the present flood map stands.',
      ],
    },
    {
      heading: 'Units and rents',
      paragraphs: [
        'There are 72 units of one bedroom, 44 of one bedroom with a den, 64 of two bedrooms and 32 of three bedrooms. Asking rents average $1,985 a month; rents in place average $1,870 a month. Physical occupancy was 94.8% on the last day of October.',
        'The seller has renovated eighteen units as models. They have been let for seven months on average and rent for $210 more a month than units that were not renovated.',
      ],
    },
    {
      heading: 'Income and expenses',
      paragraphs: [
        'Gross potential rent is $5,049,840 a year. Other income from parking, storage and pets adds $318,000. Net operating income of the last twelve months was $2,601,000.',
        'Real estate taxes are $690,000 and insurance is $212,000. The county reassesses after a sale; buyers are to take their own advice on the tax bill that follows.',
        'Turning units over cost $41,000 in the last twelve months, which is shown below the line.',
      ],
    },
    {
      heading: 'Condition',
      paragraphs: [
        'The roofs are original on five of nine buildings and were replaced on the other four in 2019. Boilers were replaced in 2021. The seller has spent $250 a unit each year on replacements.',
        'A property condition report by an engineer is available in the data room. It estimates immediate repairs of $186,000, most of it for paving and stair treads.',
      ],
    },
    {
      heading: 'Process',
      paragraphs: [
        'Offers are due in four weeks. The seller expects to close by 31 December 2026 and prefers buyers who do not need to assume the present loan. A loan at 62% of the price has been quoted by an agency lender at 5.35%, interest only for two years.',
        'All figures are believed to be right but are not warranted. Buyers are to verify them.',
      ],
    },
  ],
}

export const siteVisit = {
  title: 'Riverside: notes of the site visit',
  sections: [
    {
      heading: 'What we saw',
      paragraphs: [
        'Walked all nine buildings with the site manager. Grounds are clean, the pool was open, the gym is small. Two buildings show water marks below the gutters; both have the original roof.',
        'Saw six vacant units and three of the renovated models. The finish is good: new floors, counters and lighting. The contractor asks for $14,500 a unit and can do seven a month.',
      ],
    },
    {
      heading: 'What to ask',
      paragraphs: [
        'One occupied unit of the rent roll shows no rent. The manager says that it is the unit of a member of staff. Is it part of the pay?',
        'The manager spoke of two communities across the river. One has stopped construction, by what the broker says.',
      ],
    },
  ],
}
