/** Argon2id with OWASP's first recommended parameters (19 MiB, 2 passes, 1 lane). Its binary is loaded on first use. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password, parameters)
}

export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  return verify(input.hash, input.password)
}
