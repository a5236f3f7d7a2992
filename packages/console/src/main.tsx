import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { enableCopyButtons } from './pages/copy-code.ts';
import { Toasts } from './primitives/toasts.tsx';
import { createConsoleRouter } from './routes.tsx';
import { applyTheme } from './shell/color-theme.ts';
import { announceSignedOut, signInUrl } from './shell/sign-in.ts';
import 'virtual:site-colors.css';
import './shell/theme.css';

applyTheme();
enableCopyButtons();
const queries = createQueryClient(() => {
  if (announceSignedOut()) location.assign(signInUrl(location));
});
const router = createConsoleRouter(queries);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      {/* The content security policy allows no inline style elements. */}
      <CSPProvider disableStyleElements>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </CSPProvider>
    </QueryClientProvider>
  </StrictMode>,
);
