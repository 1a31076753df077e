/** Whether a role may comment: those who only read may not. */
export const mayComment = (role: string): boolean => role !== 'viewer'
