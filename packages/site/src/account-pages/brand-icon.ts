/** The icon of Lectern, which the console has as a file. */
export const BRAND_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Lectern</title><rect width="32" height="32" rx="7" fill="#346ddb"/><path d="M7 12.5 16 9l9 3.5v10L16 19l-9 3.5z" fill="none" stroke="#fff" stroke-width="2.25" stroke-linejoin="round"/><path d="M16 9v10" stroke="#fff" stroke-width="2.25"/></svg>';
