import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import Link from '@tiptap/extension-link';
import { TableKit } from '@tiptap/extension-table';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../cx.ts';
import prose from '../public/prose.module.css';
import classes from './rich-text.module.css';

export interface RichTextFieldProps {
  label: string;
  value: string;
  onChange: (html: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
  /** The labels of the buttons in the reader's language. Missing labels stay in the English of Mantine. */
  labels: Partial<RichTextEditorLabels>;
  readOnly?: boolean;
}

/* The tags that the server accepts. Other pasted markup is removed here, before the text is sent. */
const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: false, codeBlock: false, code: false, strike: false, underline: false }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['https', 'http', 'mailto', 'tel'] }),
  // The toolbar has no buttons for tables, but a table that is already in the text must survive an edit.
  TableKit.configure({ table: { resizable: false } }),
];

const LOOK = {
  root: cx(classes.root),
  toolbar: cx(classes.toolbar),
  controlsGroup: cx(classes.group),
  control: cx(classes.control),
  content: cx(classes.content),
};

const empty = (html: string) => (html === '<p></p>' ? '' : html);

/** The editor for policies and other long texts. It is large, so pages load it with lazy(). */
export default function RichText({ label, value, onChange, hint, error, labels, readOnly = false }: RichTextFieldProps) {
  const id = useId();
  const sent = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    editable: !readOnly,
    injectCSS: false,
    /* The server cannot render the editor, so the browser renders it after hydration. */
    immediatelyRender: false,
    editorProps: { attributes: { 'aria-labelledby': `${id}-label`, role: 'textbox', 'aria-multiline': 'true', class: cx(prose.prose) } },
    onUpdate: ({ editor: now }) => {
      sent.current = empty(now.getHTML());
      onChange(sent.current);
    },
  });

  /* Another person changed the text (a reload after a conflict): the editor shows the new text without reporting it as an edit. */
  useEffect(() => {
    if (!editor || value === sent.current) return;
    sent.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as with a label, a press on it goes to the field; the keyboard needs no such help */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span className={classes.label} id={`${id}-label`} onClick={() => editor?.commands.focus()}>
        {label}
      </span>
      <RichTextEditor
        editor={editor}
        labels={labels}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        data-error={error ? true : undefined}
        classNames={LOOK}
      >
        {!readOnly && (
          <RichTextEditor.Toolbar sticky stickyOffset={56}>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
              <RichTextEditor.Blockquote />
              <RichTextEditor.Hr />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Link />
              <RichTextEditor.Unlink />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Undo />
              <RichTextEditor.Redo />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content />
      </RichTextEditor>
      {error && <div className={classes.error}>{error}</div>}
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  );
}
