import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let post: Server
afterEach(async () => {
  await server.close()
  await new Promise((done) => post.close(done))
})

/** A server of mail on loopback that takes what it is sent, or refuses it. */
async function fakePost(answerTo: string) {
  const mails: { to: string[]; text: string }[] = []
  post = createServer((socket) => {
    let to: string[] = []
    let text: string | undefined
    let rest = ''
    socket.write('220 post.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (text !== undefined) {
          if (line !== '.') text += `${line}\n`
          else {
            mails.push({ to, text })
            text = undefined
            to = []
            socket.write('250 taken\r\n')
          }
        } else if (/^DATA/i.test(line)) {
          text = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else if (/^RCPT TO:/i.test(line)) {
          to.push(line.slice('RCPT TO:'.length))
          socket.write(`${answerTo}\r\n`)
        } else socket.write('250 fine\r\n')
      }
    })
  })
  await new Promise<void>((done) => post.listen(0, '127.0.0.1', done))
  const address = post.address()
  return { mails, port: typeof address === 'object' && address ? address.port : 0 }
}

async function start(port: number) {
  server = await startTestServer({ ATELIER_SMTP_URL: `smtp://127.0.0.1:${port}?from=studio@example.com` })
  const { id } = await firstProject(server)
  await operate(server, 'content.init_project', {
    locales: ['en'],
    domains: ['blog'],
    models: [
      {
        id: 'message',
        name: 'Messages',
        title_field: 'name',
        fields: { name: { type: 'string', required: true }, text: { type: 'text' } },
      },
    ],
  })
  await operate(server, 'content.saveForm', { model: 'message', open: true })
  const notifications = `/api/projects/${id}/content/forms/message/notifications`
  expect((await server.call('PUT', notifications, { mail: ['ada@example.com', 'bob@example.com'] })).status).toBe(200)
  return {
    notifications,
    submit: (data: object) => server.call('POST', `/api/forms/v1/${id}/message/submit`, { data }),
  }
}

test('people get a mail, and its header contains nothing of the visitor’s text', async () => {
  const { mails, port } = await fakePost('250 fine')
  const { submit } = await start(port)
  await submit({ name: 'Eve\r\nBcc: all@example.com', text: 'Hello\r\n.\r\nSubject: Changed\r\n\r\nMore' })
  await server.services.formDeliveries.run()
  expect(mails.map(({ to }) => to)).toEqual([['<ada@example.com>', '<bob@example.com>']])
  const [header = '', ...body] = (mails[0]?.text ?? '').split('\n\n')
  expect(header).toContain('From: studio@example.com')
  expect(header).toContain('Subject: New submission: message')
  expect(header).not.toMatch(/^(?:Bcc|Subject: Changed)/m)
  expect(body.join('\n\n')).toContain('name: Eve Bcc: all@example.com')
})

test('a mail that is refused is shown with the reason', async () => {
  const { port } = await fakePost('550 nobody of this name')
  const { notifications, submit } = await start(port)
  await submit({ name: 'Ada' })
  await server.services.formDeliveries.run()
  expect((await server.call('GET', notifications)).body).toMatchObject({
    mail: ['ada@example.com', 'bob@example.com'],
    failures: [{ problem: expect.stringContaining('nobody of this name'), tries: 1 }],
  })
})
