/** The titles of layers without a name of their own. */
export const page = 'Page'
export const component = 'Component'
export const outlet = 'Outlet'
export const part = 'Part'
export const slot = (name: string) => `Slot ${name}`.trim()
export const loop = 'Loop'
