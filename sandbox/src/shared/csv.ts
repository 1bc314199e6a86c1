/** Lines of a list as spreadsheets read it: every field in quotes, CRLF. */
export const csv = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((line) => `${line.map((field) => `"${String(field).replaceAll('"', '""')}"`).join(',')}\r\n`).join('')
