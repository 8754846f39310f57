export const leaseAbstracts = {
  title: 'Harbor Point Offices: lease abstracts',
  sections: [
    {
      heading: 'Meridian Insurance, suite N-100',
      paragraphs: [
        '49,000 square feet until 30 June 2031 at $1,560,384 a year, 24% of the rent in place. One option to renew for five years at market. No right to give space back.',
      ],
    },
    {
      heading: 'Port Authority Annex, suite S-100',
      paragraphs: [
        '26,000 square feet until 31 December 2030 at $30.00 a square foot. The tenant may leave at the end of 2028 against six months of rent.',
      ],
    },
    {
      heading: 'All leases',
      paragraphs: [
        'Two buildings with 240,000 square feet. Physical occupancy is 86.0%. Rents in place average $31.50 a square foot; the broker puts the market at $36.00. The weighted average lease term is 52 months.',
        'The garage is shared with the hotel next door under an easement that both sides can end with a year of notice.',
      ],
    },
  ],
}
