import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportTo } from '../measured.ts'

/** Serves `POST /?model=NAME` with the NDJSON lines that `answer` writes, as a runtime's chat endpoint would. */
export function serve(answer: (model: string, write: (lines: string) => void) => Promise<void>): void {
  const server = createServer((request, response) => {
    const model = new URL(request.url ?? '/', 'http://localhost').searchParams.get('model') ?? ''
    request.resume()
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    answer(model, (lines) => void response.write(lines)).then(
      () => response.end(),
      (error) => response.destroy(error),
    )
  })
  server.listen(0, '127.0.0.1', () => reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
}
