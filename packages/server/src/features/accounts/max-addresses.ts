/** How many addresses an account has at most, whoever adds them. */
export const maxAddresses = 10
