/** Where this tab's live documents come from: the server of the page. */
export function syncUrl({ protocol, host }: Pick<Location, 'protocol' | 'host'> = window.location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/sync`
}
