/**
 * The Content-Security-Policy of a page that is shown but not published: scripts and forms are blocked, and pictures,
 * media, fonts and styles may come from anywhere.
 * @param embeds whether the page's own frames load over https. The canvas shows them; a page that is measured or
 *   captured does not wait for what other hosts send
 */
export const framePolicy = ({ embeds }: { embeds: boolean }): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    "style-src * 'unsafe-inline'",
    'img-src * data: blob:',
    'media-src * data: blob:',
    'font-src * data:',
    ...(embeds ? ['frame-src https:'] : []),
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
