"""A page with two uploaders that says what it shows, and what the server holds of its session."""

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from belieflab.ui.shell import departed, gate, uploads

if __name__ == "__main__":
    departed.LOOK_SECONDS, uploads.LEFT_SECONDS = 0.2, 1.0
    departed.start()
    shown = []
    if "left" not in st.query_params:
        shown += st.file_uploader("several", key="several", accept_multiple_files=True)
        shown += [st.file_uploader("one", key="one")]
    ids = [file.file_id for file in shown if file is not None]
    name = get_script_run_ctx().session_id
    held = runtime.get_instance().uploaded_file_mgr.file_storage.get(name, {})
    st.write(f"shown {', '.join(sorted(ids))}")
    st.write(f"held {', '.join(sorted(held))}")
else:
    app = st.App(__file__, middleware=gate.MIDDLEWARE)
