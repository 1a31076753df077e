/**
 * Makes the function that returns the calendar day, `YYYY-MM-DD`, of an instant in a time zone.
 * @param timeZone an IANA name, such as `Europe/Bratislava`
 * @throws RangeError if the zone does not exist
 */
export function localDayKeyFactory(timeZone: string): (at: number) => string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => {
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.formatToParts(at).find((part) => part.type === type)?.value
    return `${(of('year') ?? '').padStart(4, '0')}-${of('month')}-${of('day')}`
  }
}

/** Every calendar day from one to another, both included. Days of a calendar, not of 24 hours: no zone is needed. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
