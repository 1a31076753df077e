/** The maker of the stored data folder. */
export const owner = { email: 'ada@example.com', password: 'correct horse battery' }
export const secret = 'a secret that only this test has'
/** Published addresses name the port. */
export const ports = { studio: 4510, sites: 4511 }
export const origin = `http://localhost:${ports.studio}`
