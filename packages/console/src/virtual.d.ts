declare module 'virtual:site-colors.css';

declare module 'virtual:icon-names' {
  /** A line for each icon: its name, and words that find it. */
  const lines: string;
  export default lines;
}
