declare module 'virtual:site-colors.css';
