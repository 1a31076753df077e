import { expect, it } from 'vitest'
import { chatTitle, foundChats, listedChats } from './chats.ts'

const chat = (id: string, title: string | undefined, messageCount = 1) => ({ id, title, messageCount })
const idsOf = (chats: readonly { id: string }[]) => chats.map(({ id }) => id)

it('lists the chats in which something was said, and the current one even when it is empty', () => {
  const chats = [chat('a', 'Home'), chat('b', 'Empty', 0), chat('c', undefined, 0)]
  expect(idsOf(listedChats(chats, undefined))).toEqual(['a'])
  expect(idsOf(listedChats(chats, 'c'))).toEqual(['a', 'c'])
})

it('finds chats by a part of the title that is shown, in either case', () => {
  const chats = [chat('a', 'A Footer for the shop'), chat('b', 'Header'), chat('c', undefined)]
  expect(idsOf(foundChats(chats, ' FOOTER '))).toEqual(['a'])
  expect(idsOf(foundChats(chats, chatTitle(undefined)))).toEqual(['c'])
  expect(idsOf(foundChats(chats, ''))).toEqual(['a', 'b', 'c'])
  expect(foundChats(chats, 'nothing of it')).toEqual([])
})

it('names a chat without a title, and one of blanks', () => {
  expect(chatTitle({ title: ' Header ' })).toBe('Header')
  expect(chatTitle({ title: '  ' })).toBe(chatTitle(undefined))
  expect(chatTitle(undefined)).not.toBe('')
})
