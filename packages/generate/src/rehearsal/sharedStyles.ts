/** What every page has. */
export const sharedStyles = `*,
::before,
::after {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: 400 var(--size-text) / 1.6 var(--body);
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

:focus-visible {
  outline: 3px solid var(--primary);
  outline-offset: 3px;
}

.header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem var(--space-large);
  padding: 1.125rem var(--edge);
}

.header-name {
  color: inherit;
  font: 600 1.375rem / 1.3 var(--heading);
  letter-spacing: -0.01em;
  text-decoration: none;
}

.header-links {
  display: flex;
  flex-wrap: wrap;
  gap: 0 1.75rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.header-link {
  display: inline-block;
  padding-block: 0.625rem;
  color: inherit;
  font-size: 1rem;
  text-decoration: none;
}

.header-link:hover {
  color: var(--primary);
  text-decoration: underline;
  text-decoration-thickness: 2px;
  text-underline-offset: 0.35em;
}

.main {
  display: block;
  overflow-x: clip;
}

.section {
  display: grid;
  gap: var(--space-large);
  padding: var(--space-section) var(--edge);
}

.section-band {
  background: var(--surface);
}

.section:not(.section-band) + .section:not(.section-band) {
  padding-top: 0;
}

.section-head {
  display: grid;
  gap: 1rem;
  align-content: start;
}

.section-title {
  max-width: 18ch;
  margin: 0;
  font: 600 var(--size-title) / 1.1 var(--heading);
  letter-spacing: -0.02em;
  text-wrap: balance;
}

.section-lead {
  max-width: 36rem;
  margin: 0;
  color: var(--muted);
  font-size: var(--size-large);
  line-height: 1.5;
  text-wrap: pretty;
}

.footer {
  display: grid;
  gap: var(--space-large);
  padding: var(--space-large) var(--edge) calc(var(--space-large) * 1.25);
  border-top: 1px solid var(--line);
}

.footer-name {
  margin: 0 0 0.5rem;
  font: 600 var(--size-large) / 1.3 var(--heading);
}

.footer-line {
  max-width: 26rem;
  margin: 0;
  color: var(--muted);
}

.footer-links {
  display: grid;
  align-content: start;
  margin: 0;
  padding: 0;
  list-style: none;
  line-height: 2.1;
  overflow-wrap: anywhere;
}

.footer-link {
  color: inherit;
  text-decoration: none;
}

.footer-link:hover {
  color: var(--primary);
  text-decoration: underline;
  text-underline-offset: 0.25em;
}

.reach {
  color: var(--primary);
  text-underline-offset: 0.2em;
}

@media (min-width: 56rem) {
  .section-beside {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  }

  .footer {
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: clamp(3rem, 6vw, 7rem);
  }
}`

/** Motion, for those who have not asked for less of it. */
export const motionStyles = `@media (prefers-reduced-motion: no-preference) {
  html {
    scroll-behavior: smooth;
  }
}`
