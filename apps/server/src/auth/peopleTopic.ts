/** Woken, in every process, after a user's rights have changed. */
export const peopleTopic = 'people'
