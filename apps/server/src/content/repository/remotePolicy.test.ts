import { readRemote } from '@atelier/repository'
import { expect, it } from 'vitest'
import { createRemotePolicy } from './remotePolicy.ts'

it('a host is reached only at public addresses, and loopback where tests allow it', async () => {
  const hosts: Readonly<Record<string, string>> = {
    'git.example.com': '93.184.215.14',
    'rebound.example.com': '169.254.169.254',
    'private.example.com': '10.0.0.7',
    'loop.example.com': '127.0.0.1',
  }
  const resolve = async (host: string) => (hosts[host] ? [{ address: hosts[host], family: 4 }] : [])
  const reached = async (host: string, open: boolean) => {
    const read = readRemote(`https://${host}/a`)
    if (!read.ok) throw new Error(read.problem)
    const found = await createRemotePolicy(open, resolve).findHost(read.address)
    return found.ok ? found.addresses.map(({ address }) => address) : found.code
  }
  expect(await reached('git.example.com', false)).toEqual(['93.184.215.14'])
  expect(await reached('rebound.example.com', true)).toBe('refused')
  expect(await reached('private.example.com', true)).toBe('refused')
  expect(await reached('192.168.1.1', false)).toBe('refused')
  expect(await reached('localhost', false)).toBe('refused')
  expect(await reached('metadata.google.internal', true)).toBe('refused')
  expect(await reached('nowhere.example.com', false)).toBe('unknown_host')
  expect(await reached('loop.example.com', false)).toBe('refused')
  expect(await reached('loop.example.com', true)).toEqual(['127.0.0.1'])
  expect(await reached('127.0.0.1', true)).toEqual(['127.0.0.1'])
})
