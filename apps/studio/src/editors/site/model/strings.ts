/** What layers are called that have no name of their own. */
export const page = 'Page'
export const component = 'Component'
export const outlet = 'Outlet'
export const slot = (name: string) => `Slot ${name}`.trim()
export const loop = 'Loop'
