import { expect, it } from 'vitest'
import { readRemote } from './remoteUrl.ts'

const address = (text: string, open = false) => {
  const read = readRemote(text, open)
  return read.ok ? read.address.url : undefined
}

it('https and ssh remotes are read in the forms that people paste', () => {
  expect(readRemote(' https://git.example.com/team/site.git ')).toEqual({
    ok: true,
    address: { protocol: 'https', url: 'https://git.example.com/team/site.git', host: 'git.example.com', port: 443 },
  })
  expect(readRemote('git@git.example.com:team/site.git')).toEqual({
    ok: true,
    address: {
      protocol: 'ssh',
      url: 'ssh://git@git.example.com/team/site.git',
      host: 'git.example.com',
      port: 22,
      user: 'git',
    },
  })
  expect(address('ssh://deploy@git.example.com:2222/~/a.git')).toBe('ssh://deploy@git.example.com:2222/~/a.git')
  expect(address('https://GIT.Example.com.:8443/a')).toBe('https://git.example.com:8443/a')
  expect(address('ssh://[2606:4700::1111]/a')).toBe('ssh://git@[2606:4700::1111]/a')
})

it('credentials in the address are taken out of it', () => {
  expect(readRemote('https://ada:t%40k@git.example.com/a.git')).toMatchObject({
    address: { url: 'https://git.example.com/a.git' },
    credentials: { username: 'ada', password: 't@k' },
  })
  expect(readRemote('https://ghp_token@git.example.com/a.git')).toMatchObject({
    credentials: { username: 'git', password: 'ghp_token' },
  })
  for (const text of [
    'https://a:b%0aprotocol=x@git.example.com/a',
    'ssh://git:secret@git.example.com/a',
    'https://%zz@git.example.com/a',
  ]) {
    const read = readRemote(text)
    expect(read.ok).toBe(false)
    expect(JSON.stringify(read)).not.toMatch(/secret|protocol=x/)
  }
})

it('what git would run, read from the machine or take for an option is refused', () => {
  const refused = [
    '',
    'ext::sh -c touch% /tmp/x',
    'fd::7/x',
    'transport::https://git.example.com/a',
    '--upload-pack=touch /tmp/x',
    '-oProxyCommand=x:y',
    'ssh://-oProxyCommand=x/a',
    'ssh://a@-oProxyCommand=x/a',
    'ssh://-oX@git.example.com/a',
    '-x@git.example.com:a',
    'git@git.example.com:-x',
    'file:///etc',
    '/etc/passwd',
    '../a.git',
    'C:\\a',
    'git://git.example.com/a',
    'http://git.example.com/a',
    'ftp://git.example.com/a',
    'https://git.example.com',
    'https://git.example.com/a?x=1',
    'https://git.example.com/a#x',
    'https://git.example.com:25/a',
    "https://git.example.com/'a'",
    'https://git.example.com/a\nb',
    'ssh://git.exa%20mple.com/a',
    `https://git.example.com/${'a'.repeat(3000)}`,
  ]
  expect(refused.filter((text) => readRemote(text).ok)).toEqual([])
  expect(address('file:///srv/a.git')).toBeUndefined()
  expect(address('file:///srv/a.git', true)).toBe('file:///srv/a.git')
  expect(address('http://127.0.0.1:8000/a', true)).toBe('http://127.0.0.1:8000/a')
})
